const MIDDLE_BUTTON = 1

/** Says which network's link was pressed, by finger, mouse or keyboard. The link itself goes its own way. */
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
