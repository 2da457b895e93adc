/** The button of both pages. */
import type { ButtonHTMLAttributes } from 'preact';

export const Button = ({ text, ...others }: Partial<ButtonHTMLAttributes> & { readonly text: string }) => (
  <button type="button" {...(others as object)}>
    {text}
  </button>
);
