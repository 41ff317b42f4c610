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
