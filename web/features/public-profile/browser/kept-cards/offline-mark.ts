/** On the body: the style sheet then shows the notice, and hides what needs a network. */
export const OFFLINE_MARK = 'data-offline'

export const markedOffline = (html: string): string => html.replace('<body', `<body ${OFFLINE_MARK}`)

interface Means {
  readonly onChange: (name: 'online' | 'offline', act: () => void) => void
  readonly reload: () => void
}

/**
 * A copy is replaced by the page itself once there is a network, but not while somebody fills in a form. A page that came
 * from the network shows the notice as long as there is none.
 * @returns whether the page is a copy
 */
export function watchConnection(page: Document, { onChange, reload }: Means): boolean {
  const { body } = page
  const isCopy = body.hasAttribute(OFFLINE_MARK)
  onChange('offline', () => body.setAttribute(OFFLINE_MARK, ''))
  onChange('online', () => {
    if (!isCopy) body.removeAttribute(OFFLINE_MARK)
    else if (!page.querySelector('dialog[open]')) reload()
  })
  return isCopy
}
