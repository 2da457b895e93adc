/** A page's program reports its outcome to the test as JSON in the page. */

export async function answer(outcome: Promise<unknown>): Promise<void> {
  document.querySelector('output')!.textContent = JSON.stringify(await outcome.catch(String));
}
