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
