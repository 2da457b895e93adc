/** The files: where they come in, and the list of them. */
import { countTo, makesArchive, noteOf, offersArchive, visibleRows } from '../facts.js';
import { takeFiles } from '../files-in.js';
import { nameOf, visible } from '../names.js';
import { download } from '../results.js';
import { fewRows, type Row, remove, turn, undo } from '../state.js';
import { change, focusOn, say, set, state, words } from '../store.js';
import { Chooser, described, Icon, Name, Problem } from './parts.js';

export function Files() {
  const { rows, shown, removed } = state.value;
  const visibleOnes = visibleRows(state.value);
  const left = rows.length - visibleOnes.length;
  return (
    <>
      <ul class="rows" id="rows" aria-label={words().files}>
        {visibleOnes.map((row) => (
          <FileRow key={row.id} row={row} isWorking={state.value.work !== undefined} language={words().tag} />
        ))}
      </ul>
      <div class="buttons" hidden={rows.length <= fewRows && !removed}>
        {left > 0 && (
          <button type="button" id="show-more" onClick={() => set({ shown: visibleOnes.length + 100 })}>
            {words().showMore(Math.min(left, 100), left)}
          </button>
        )}
        {shown > fewRows && rows.length > fewRows && (
          <button type="button" id="show-fewer" onClick={() => set({ shown: fewRows })}>
            {words().showFewer}
          </button>
        )}
        {removed && (
          <button
            type="button"
            id="undo"
            onClick={() => change(undo)}
            aria-label={`${words().undo}: ${words().remove(visible(removed.row.path))}`}
          >
            {words().undo}
          </button>
        )}
      </div>
    </>
  );
}

export function DropZone() {
  const choose = (event: Event) => {
    takeFiles(event);
    // A cleared chooser accepts the same file again.
    (event.target as HTMLInputElement).value = '';
  };
  return (
    <div class={state.value.rows.length > 0 ? 'small drop' : 'drop'} id="drop" inert={state.value.work !== undefined}>
      <Icon name="drop" />
      <div class="buttons">
        <Chooser id="files" multiple onChange={choose} {...described('files')}>
          {words().chooseFiles}
        </Chooser>
        {'webkitdirectory' in HTMLInputElement.prototype && (
          <Chooser id="folder" {...{ webkitdirectory: true }} onChange={choose}>
            {words().chooseFolder}
          </Chooser>
        )}
      </div>
      <p class="hint wide">{words().dropHint}</p>
      <p class="hint">{words().dropEncrypted}</p>
      <Problem of="files" />
    </div>
  );
}

/** Whether files become one archive, or a result each. */
export function ArchiveChoice() {
  if (!offersArchive(state.value) || countTo(state.value, 'encrypt') === 0) return null;
  const isArchive = makesArchive(state.value);
  const option = (archive: boolean, text: string) => (
    <label>
      <input
        {...{ type: 'radio', name: 'archive', value: String(archive), checked: isArchive === archive }}
        onChange={() => set({ archive })}
      />
      {text}
    </label>
  );
  return (
    <fieldset id="archive" inert={state.value.work !== undefined}>
      <legend>{words().archiveLegend}</legend>
      <div class="cards">
        {option(true, words().asArchive)}
        {option(false, words().asFiles)}
      </div>
      <p class="hint">{words().archiveHint}</p>
    </fieldset>
  );
}

const icons = { waiting: 'file', working: 'file', failed: 'failed', done: 'done', saved: 'done' } as const;

function FileRow({ row, isWorking }: { row: Row; isWorking: boolean; language: string }) {
  const { id, path, phase, size, direction } = row;
  const name = visible(path);
  return (
    <li class="row" data-state={phase.is}>
      <Icon name={icons[phase.is]} />
      <div class="what">
        <Name path={path} />
        <p class="note">{noteOf(row, words())}</p>
        {phase.is === 'working' && (
          <progress
            max={1}
            // Without a value it says that something goes on.
            {...(phase.processed !== undefined && { value: size === 0 ? 1 : phase.processed / size })}
            aria-label={words().doingNamed(direction === 'encrypt' ? words().encrypting : words().decrypting, name)}
          />
        )}
      </div>
      {row.isEncrypted && (phase.is === 'waiting' || phase.is === 'failed') && !isWorking && (
        <select
          class="direction"
          aria-label={words().directionOf(name)}
          value={direction}
          onChange={({ currentTarget }) => change(turn(id, currentTarget.value as Row['direction']))}
        >
          <option value="decrypt">{words().decryptIt}</option>
          <option value="encrypt">{words().encryptAgain}</option>
        </select>
      )}
      {phase.is === 'done' && <DownloadButton row={row} />}
      {!isWorking && (
        <button
          type="button"
          class="remove"
          id={`remove-${id}`}
          aria-label={words().remove(name)}
          onClick={() => removeRow(row)}
        >
          <Icon name="remove" />
        </button>
      )}
    </li>
  );
}

function DownloadButton({ row }: { row: Row }) {
  if (row.phase.is !== 'done') return null;
  const { result, place } = row.phase;
  const text = place === 'page' ? words().download : words().downloadAgain;
  return (
    <button
      type="button"
      class="download"
      aria-label={`${text} ${visible(nameOf(result.path))}`}
      onClick={() => download(row, result)}
    >
      {text}
    </button>
  );
}

function removeRow(row: Row): void {
  const seen = visibleRows(state.value);
  const i = seen.indexOf(row);
  const next = seen[i + 1] ?? seen[i - 1];
  change(remove(row));
  say((words) => words.removed(visible(row.path)));
  // The focus goes on to what is in its place.
  focusOn(next ? `remove-${next.id}` : 'undo');
}
