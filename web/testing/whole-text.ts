/** Finds the innermost element that has the whole text, be it in several parts. */
export const wholeText =
  (text: string) =>
  (_own: string, element: Element | null): boolean =>
    element?.textContent === text && [...element.children].every((child) => child.textContent !== text)
