/** The area where files are dropped or chosen, and the list of files. */
import { makesArchive, noteOf, offersArchive, visibleRows } from '../facts.js';
import { takeFiles } from '../files-in.js';
import { nameOf, visible } from '../names.js';
import { handOut } from '../results.js';
import { focusOn, isWorking, type Row, set, state, words } from '../state.js';
import { Button, Chooser, described, Problem } from './parts.js';

export const DropZone = () => (
  <div class="drop box stack" inert={isWorking()}>
    <div class="line">
      <Chooser id="files" multiple onFiles={takeFiles} {...described('files')} text={words('chooseFiles')} />
      {'webkitdirectory' in HTMLInputElement.prototype && (
        <Chooser id="folder" {...{ webkitdirectory: true }} onFiles={takeFiles} text={words('chooseFolder')} />
      )}
    </div>
    <p class="hint">{words('dropHint')}</p>
    <Problem of="files" />
  </div>
);

export function Files() {
  const seen = visibleRows();
  const left = state.value.rows.length - seen.length;
  return (
    <>
      <ul class="rows" id="rows">
        {seen.map((row) => (
          <FileRow key={row.id} row={row} />
        ))}
      </ul>
      {left > 0 && <p class="hint">{words('andMore', { count: left })}</p>}
      {offersArchive() && <ArchiveChoice />}
    </>
  );
}

const ArchiveChoice = () => (
  <fieldset id="archive" inert={isWorking()}>
    <legend>{words('result')}</legend>
    {[true, false].map((archive) => (
      <label key={archive} class="choice">
        <input type="radio" name="archive" checked={makesArchive() === archive} onChange={() => set({ archive })} />{' '}
        {words(archive ? 'asArchive' : 'asFiles')}
      </label>
    ))}
    <p class="hint">{words('archiveHint')}</p>
  </fieldset>
);

function FileRow({ row }: { row: Row }) {
  const { id, path, phase } = row;
  const name = visible(path);
  return (
    <li class="row line">
      <div class="what">
        <bdi class="name">{name}</bdi>
        <p class={phase.is === 'failed' ? 'problem' : 'hint'}>{noteOf(row)}</p>
      </div>
      {phase.is === 'done' && (
        <Button
          class="download"
          aria-label={`${words('download')} ${visible(nameOf(phase.result.path))}`}
          onClick={() => handOut(phase.result)}
          text={words('download')}
        />
      )}
      {!isWorking() && (
        <Button
          class="remove"
          id={`remove-${id}`}
          aria-label={words('remove', { name })}
          onClick={() => removeRow(row)}
          text="×"
        />
      )}
    </li>
  );
}

/** Removes a row. The focus goes to the row that takes its place. */
function removeRow(row: Row): void {
  const seen = visibleRows();
  const i = seen.indexOf(row);
  const next = seen[i + 1] ?? seen[i - 1];
  set({ rows: state.value.rows.filter((each) => each !== row) });
  focusOn(next ? `remove-${next.id}` : 'files');
}
