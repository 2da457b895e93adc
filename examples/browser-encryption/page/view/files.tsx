/** The area where files are dropped or chosen, and the list of files. */
import { makesArchive, noteOf, offersArchive, visibleRows } from '../facts.js';
import { takeFiles } from '../files-in.js';
import { nameOf, visible } from '../names.js';
import { handOut } from '../results.js';
import { type Row, remove, turn, undo } from '../state.js';
import { change, focusOn, say, set, state, words } from '../visit.js';
import { message } from '../words.js';
import { Button, Card, Chooser, described, Name, Problem } from './parts.js';

const moreRows = 100;

export function Files() {
  const { rows, removed, work } = state.value;
  const seen = visibleRows(state.value);
  const left = rows.length - seen.length;
  return (
    <>
      <ul class="rows" id="rows" aria-label={words('filesTab')}>
        {seen.map((row) => (
          <FileRow key={row.id} row={row} isWorking={!!work} />
        ))}
      </ul>
      <div class="line">
        {left > 0 && (
          <Button
            id="show-more"
            onClick={() => set({ shown: seen.length + moreRows })}
            text={words('showMore', { left })}
          />
        )}
        {removed && (
          <Button
            id="undo"
            text={words('undo')}
            aria-label={`${words('undo')}: ${words('remove', { name: visible(removed.path) })}`}
            onClick={() => {
              change(undo);
              focusOn(`remove-${removed.id}`, 'show-more');
            }}
          />
        )}
      </div>
      <ArchiveChoice />
    </>
  );
}

export function DropZone() {
  return (
    <div class="drop box stack" id="drop" inert={!!state.value.work}>
      <div class="line">
        <Chooser id="files" multiple onFiles={takeFiles} {...described('files')} text={words('chooseFiles')} />
        {'webkitdirectory' in HTMLInputElement.prototype && (
          <Chooser id="folder" {...{ webkitdirectory: true }} onFiles={takeFiles} text={words('chooseFolder')} />
        )}
      </div>
      <p class="wide hint">{words('dropHint')}</p>
      <p class="hint">{words('dropEncrypted')}</p>
      <Problem of="files" />
    </div>
  );
}

function ArchiveChoice() {
  if (!offersArchive(state.value)) return null;
  const chosen = makesArchive(state.value);
  return (
    <fieldset id="archive" class="stack" inert={!!state.value.work}>
      <legend>{words('archiveLegend')}</legend>
      <div class="cards">
        {[true, false].map((archive) => (
          <Card key={archive} name="archive" checked={chosen === archive} onChange={() => set({ archive })}>
            {words(archive ? 'asArchive' : 'asFiles')}
          </Card>
        ))}
      </div>
      <p class="hint">{words('archiveHint')}</p>
    </fieldset>
  );
}

const signs = { waiting: '', working: '', failed: '!', done: '✓' };

function FileRow({ row, isWorking }: { row: Row; isWorking: boolean }) {
  const { id, path, phase, size, direction, isEncrypted } = row;
  const name = visible(path);
  const removal = { id: `remove-${id}`, 'aria-label': words('remove', { name }) };
  return (
    <li class="row line" data-state={phase.is}>
      <span class="sign" aria-hidden="true">
        {signs[phase.is]}
      </span>
      <div class="what">
        <Name path={path} />
        <p class="note hint">{noteOf(row, words)}</p>
        {phase.is === 'working' && (
          <progress
            max={1}
            // A bar without a value moves all the time. That would take a core away from the work on many small files.
            value={phase.processed === undefined ? (phase.key ?? 0) : size === 0 ? 1 : phase.processed / size}
            aria-label={words('doing', { verb: words(`${direction}ing`), what: name })}
          />
        )}
      </div>
      {isEncrypted && phase.is !== 'done' && !isWorking && (
        <select
          class="direction"
          aria-label={words('directionOf', { name })}
          value={direction}
          onChange={({ currentTarget }) => change(turn(id, currentTarget.value as Row['direction']))}
        >
          <option value="decrypt">{words('decryptIt')}</option>
          <option value="encrypt">{words('encryptAgain')}</option>
        </select>
      )}
      {phase.is === 'done' && (
        <Button
          class="download"
          aria-label={`${words('download')} ${visible(nameOf(phase.result.path))}`}
          onClick={() => handOut(phase.result)}
          text={words('download')}
        />
      )}
      {!isWorking && <Button class="remove" {...removal} onClick={() => removeRow(row)} text="×" />}
    </li>
  );
}

function removeRow(row: Row): void {
  const seen = visibleRows(state.value);
  const i = seen.indexOf(row);
  const next = seen[i + 1] ?? seen[i - 1];
  change(remove(row));
  say(message('removed', { name: visible(row.path) }));
  // The focus goes to the row that takes the place of the removed row.
  focusOn(next ? `remove-${next.id}` : 'undo');
}
