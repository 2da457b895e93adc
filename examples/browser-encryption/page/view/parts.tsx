/** Parts of the page that several other parts use. */
import type { ButtonHTMLAttributes, ComponentChildren, PartialInputHTMLAttributes } from 'preact';
import { explain } from '../problem.js';
import { copy } from '../secrets.js';
import { copied, type Field, type ProblemField, type Secret, say, state, typeInto, words } from '../state.js';

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

interface CopyProps {
  readonly id: string;
  readonly text: string;
  readonly note: () => void;
}

export const CopyButton = ({ id, text, note }: CopyProps) => (
  <Button id={`copy-${id}`} onClick={() => copy(text, note)} text={words('copy')} />
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
      <CopyButton id={id} text={secret.text} note={() => copied(secret)} />
      {children}
    </div>
  </>
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
