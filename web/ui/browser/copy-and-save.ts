/** @returns whether the text is in the clipboard; pages without HTTPS have none, so that a selection is copied */
export async function copyText(page: Document, text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard }
  try {
    if (clipboard) {
      await clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused, as in some apps' browsers.
  }
  return copySelection(page, text)
}

function copySelection(page: Document, text: string): boolean {
  const field = page.createElement('textarea')
  field.value = text
  field.readOnly = true
  // The first in style sheets of public pages, the second in the client's.
  field.className = 'unseen sr-only'
  const focused = page.activeElement
  page.body.append(field)
  field.select()
  const isCopied = tryToCopy(page)
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

function tryToCopy(page: Document): boolean {
  try {
    return page.execCommand('copy')
  } catch {
    return false
  }
}

const READ_MS_MAX = 60_000

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS_MAX)
}

export const saveJson = (content: object, name: string): void =>
  saveFile(new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }), name)
