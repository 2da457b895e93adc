/** Parts of the page that several other parts use. */
import type { ButtonHTMLAttributes, ComponentChildren, PartialInputHTMLAttributes } from 'preact';
import { splitName } from '../names.js';
import { explain } from '../problem.js';
import { copy } from '../secrets.js';
import { type Change, copied, type Field, type ProblemField, type Secret } from '../state.js';
import { say, set, state, typeInto, words } from '../visit.js';

interface ButtonProps extends Omit<Partial<ButtonHTMLAttributes>, 'onClick'> {
  readonly text: string;
  readonly onClick?: () => unknown;
}

/** A button. If its work fails, the page says why. */
export const Button = ({ text, onClick, ...others }: ButtonProps) => (
  <button
    type="button"
    {...(others as object)}
    onClick={() => Promise.resolve(onClick?.()).catch((error) => say(explain(error)))}
  >
    {text}
  </button>
);

/** A name whose end is always visible. Its letters cannot reorder the text beside it. */
export function Name({ path }: { path: string }) {
  const { stem, ending } = splitName(path);
  return (
    <span class="name" title={stem + ending}>
      <bdi class="stem">{stem}</bdi>
      <bdi class="ending">{ending}</bdi>
    </span>
  );
}

export const Problem = ({ of }: { of: ProblemField }) => (
  <p class="problem" id={`${of}-problem`} hidden={!state.value.problems[of]}>
    {state.value.problems[of]?.(words)}
  </p>
);

/** Tells screen readers what is wrong with a field. */
export const described = (field: ProblemField) => ({
  'aria-invalid': state.value.problems[field] ? ('true' as const) : undefined,
  'aria-describedby': `${field}-problem ${field}-hint`,
});

type InputProps = PartialInputHTMLAttributes<HTMLInputElement>;

interface FieldProps extends InputProps {
  readonly id: Field;
  readonly label: string;
  readonly as?: 'input' | 'textarea';
}

/** A field for a text. If the text is wrong, a message below the field says why. */
export const TextField = ({ id, label, as: Input = 'input', ...others }: FieldProps) => (
  <div class="field stack">
    <label for={id}>{label}</label>
    <Input
      id={id}
      spellcheck={false}
      autocapitalize="none"
      value={state.value.fields[id]}
      onInput={({ currentTarget }) => typeInto(id, currentTarget.value)}
      {...described(id)}
      {...(others as object)}
    />
    <Problem of={id} />
  </div>
);

export const PasswordField = (props: FieldProps) => (
  <TextField {...props} type={state.value.isRevealed ? 'text' : 'password'} />
);

/** A box that sets a part of the state. */
export const Check = ({ id, part, label }: Record<'id' | 'label', string> & { part: 'isRevealed' | 'usesKey' }) => (
  <label class="check tight line">
    <input
      type="checkbox"
      id={id}
      checked={state.value[part]}
      onChange={({ currentTarget }) => set({ [part]: currentTarget.checked })}
    />
    {label}
  </label>
);

interface CopyProps {
  readonly id: string;
  readonly text: string;
  readonly isCopied?: boolean;
  readonly note: Change;
}

export const CopyButton = ({ id, text, isCopied, note }: CopyProps) => (
  <Button id={`copy-${id}`} onClick={() => copy(text, note)} text={isCopied ? words('copied') : words('copy')} />
);

/** A text that people copy, which stays as it is in every language. */
export const Verbatim = ({ id, text }: Pick<CopyProps, 'id' | 'text'>) => (
  <p class="secret box" id={id} lang="en" translate={false}>
    {text}
  </p>
);

type SecretProps = Pick<CopyProps, 'id'> & { readonly secret: Secret; readonly children: ComponentChildren };

/** A passphrase or a key, with buttons for it. */
export const CopyableSecret = ({ id, secret, children }: SecretProps) => (
  <>
    <Verbatim id={id} text={secret.text} />
    <div class="line">
      <CopyButton id={id} text={secret.text} isCopied={state.value.copied === secret.id} note={copied(secret)} />
      {children}
    </div>
  </>
);

export const Card = ({ children, ...others }: InputProps & { children: ComponentChildren }) => (
  <label class="box tight line">
    <input type="radio" {...(others as object)} />
    {children}
  </label>
);

interface ChooserProps extends InputProps {
  readonly text: string;
  readonly onFile?: (file: File) => void;
  readonly onFiles?: (event: Event) => void;
}

/** A label that looks like a button and chooses files. A person can choose the same file again. */
export const Chooser = ({ text, onFile, onFiles, ...others }: ChooserProps) => (
  <label class="button">
    <input
      onChange={(event) => {
        const [file] = event.currentTarget.files ?? [];
        if (file) onFile?.(file);
        onFiles?.(event);
        event.currentTarget.value = '';
      }}
      {...(others as object)}
      class="unseen"
      type="file"
    />
    {text}
  </label>
);
