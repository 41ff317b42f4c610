import { vi } from 'vitest'

export interface SavedFile {
  readonly name: string
  readonly file: Blob | undefined
}

/** The files that the page saves from now on, until mocks are restored. */
export function savedFiles(): readonly SavedFile[] {
  const saved: SavedFile[] = []
  let file: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    file = given as Blob
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file })
  })
  return saved
}
