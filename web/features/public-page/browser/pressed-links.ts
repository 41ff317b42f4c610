const MIDDLE_BUTTON = 1

/** Does not prevent the navigation. */
export function watchPressedLinks(page: Document, pressed: (network: string) => void): void {
  const tell = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-network]') : null
    const network = link?.dataset['network']
    if (network) pressed(network)
  }
  page.addEventListener('click', tell)
  page.addEventListener('auxclick', (event) => {
    if (event.button === MIDDLE_BUTTON) tell(event)
  })
}
