import userEvent from '@testing-library/user-event'

const person = userEvent.setup({ delay: null })

/**
 * Fills a field at once, as a password manager does, where the keys are not what is tested: each key draws the screen anew.
 * @param keys pressed at the end
 */
export async function enterText(field: Element, text: string, keys = ''): Promise<void> {
  await person.click(field)
  await person.paste(text)
  if (keys !== '') await person.keyboard(keys)
}
