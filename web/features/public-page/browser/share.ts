import type { Clock } from './clock.ts'

export function watchFailingImages(page: Document): void {
  for (const image of page.querySelectorAll('img')) {
    const giveUp = (): void => replace(page, image)
    // It may have failed before this script ran.
    if (image.complete && image.naturalWidth === 0) giveUp()
    else image.addEventListener('error', giveUp, { once: true })
  }
}

function replace(page: Document, image: HTMLImageElement): void {
  const [backdrop, logo] = [image.closest('.backdrop'), image.closest('.logo, .qr')]
  if (backdrop) page.body.classList.remove('photo') // back to the theme's colours
  backdrop?.remove()
  if (logo && image.alt !== '') image.replaceWith(image.alt)
  else (logo ?? image).remove()
}

const SHOWN_MS = 3_000

export interface SharingMeans {
  readonly clock: Clock
  readonly address: string
  readonly title: string
  readonly openSheet:
    ((shared: { readonly title: string; readonly url: string }) => Promise<void>) | undefined
  readonly copy: (text: string) => Promise<boolean>
}

export function watchShare(page: ParentNode, means: SharingMeans): void {
  const button = page.querySelector('[data-share]')
  const label = page.querySelector('[data-share-label]')
  const status = page.querySelector('[data-share-status]')
  if (button && label && means.openSheet) {
    label.textContent = 'Compartir'
    button.firstElementChild!.remove()
  }
  const copy = copying(means, label, status)
  button?.addEventListener('click', () => void share(means, copy))
  for (const other of page.querySelectorAll('[data-copy-link]'))
    other.addEventListener('click', () => void copying(means, other, status)())
}

async function share(
  { openSheet, title, address: url }: SharingMeans,
  copy: () => Promise<void>,
): Promise<void> {
  if (!openSheet) return copy()
  try {
    await openSheet({ title, url })
  } catch (error) {
    // Closing the sheet is no failure.
    if ((error as { name?: unknown } | undefined)?.name !== 'AbortError') await copy()
  }
}

/** The address itself is shown where it cannot be copied. */
function copying(
  { clock, address, copy }: SharingMeans,
  label: Element | null,
  status: Element | null,
): () => Promise<void> {
  const plain = label?.textContent ?? ''
  let callOff: (() => void) | undefined
  const write = (text: string, spoken: string): void => {
    if (label) label.textContent = text
    if (status) status.textContent = spoken
  }
  return async () => {
    const isCopied = await copy(address)
    const text = isCopied ? 'Enlace copiado' : address
    write(text, text)
    callOff?.()
    if (isCopied) callOff = clock.after(SHOWN_MS, () => write(plain, ''))
  }
}
