/** What the encryption page asks before something would be lost. */
import type { Visitor } from './encryption-page.js';

/** Whether the browser would ask before it leaves the page. */
export const asks = ({ page }: Visitor): Promise<boolean> =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** What the page asks from now on, and gets this answer. */
export const answer = ({ page }: Visitor, isYes: boolean): Promise<void> =>
  page.evaluate((isYes) => {
    Object.assign(window, { questions: [] as string[] });
    window.confirm = (question) => {
      (window as unknown as { questions: (string | undefined)[] }).questions.push(question);
      return isYes;
    };
  }, isYes);
export const questions = ({ page }: Visitor) =>
  page.evaluate(() => (window as unknown as { questions: string[] }).questions);
