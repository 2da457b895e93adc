/** The texts of the page in the language of the person. */
import { english, type Words } from './words/english.js';
import { german } from './words/german.js';

const languages: Readonly<Record<string, Words>> = { en: english, de: german };
const place = 'language';

function chosen(): string {
  const wanted = [remembered(), ...navigator.languages].map((tag) => tag?.split('-')[0] ?? '');
  return wanted.find((tag) => Object.hasOwn(languages, tag)) ?? 'en';
}

function remembered(): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    // The person allows this site to keep nothing.
    return null;
  }
}

export const language = chosen();
export const words = languages[language] as Words;

/** Writes the texts of the language into the elements that name them. */
export function translate(root: ParentNode): void {
  const textOf = (name: string | undefined): string => {
    const text = words[name as keyof Words];
    if (typeof text !== 'string') throw new Error(`there is no text ${name}`);
    return text;
  };
  for (const element of root.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = textOf(element.dataset.text);
  for (const element of root.querySelectorAll<HTMLElement>('[data-label]'))
    element.ariaLabel = textOf(element.dataset.label);
  for (const { content } of root.querySelectorAll('template')) translate(content);
}

/** Shows the page in the language of the select from now on. */
export function offerLanguages(select: HTMLSelectElement): void {
  select.value = language;
  select.addEventListener('change', () => {
    try {
      localStorage.setItem(place, select.value);
    } catch {
      return;
    }
    location.reload();
  });
}

/** A share from 0 to 1. */
export const percentOf = (fraction: number): string => `${Math.floor(100 * fraction)} %`;
