type Child = Node | string | false | undefined

interface Given {
  readonly className?: string
  readonly style?: string
  readonly text?: string
  readonly onClick?: () => void
  readonly attributes?: Readonly<Record<string, string>>
}

/** Texts become text nodes, never markup: what people typed is shown as it is. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  page: Document,
  tag: Tag,
  { className, style, text, onClick, attributes = {} }: Given = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = page.createElement(tag)
  if (className !== undefined) made.className = className
  if (style !== undefined) made.style.cssText = style
  if (text !== undefined) made.textContent = text
  if (onClick) made.addEventListener('click', onClick)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.filter((child): child is Node | string => child !== undefined && child !== false))
  return made
}

export const status = (page: Document, text: string): HTMLElement =>
  element(page, 'p', { className: 'lead', text, style: 'padding-right:44px', attributes: { role: 'status' } })

export const quiet = (page: Document, text: string, onClick: () => void): HTMLElement =>
  element(page, 'button', {
    className: 'forget',
    text,
    onClick,
    style: 'min-height:44px;margin-right:18px',
    attributes: { type: 'button' },
  })
