import { useEffect, type RefObject } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A link may name the field to begin with: `#phone`. Whoever goes back stands where they were. */
export function useLinkedField(form: RefObject<HTMLFormElement | null>): void {
  const name = useLocation().hash.slice(1)
  const isReturn = useNavigationType() === 'POP'
  useEffect(() => {
    const field = form.current?.elements.namedItem(name)
    if (isReturn || !(field instanceof HTMLElement)) return
    field.scrollIntoView?.({ block: 'center' })
    field.focus({ preventScroll: true })
  }, [form, name, isReturn])
}
