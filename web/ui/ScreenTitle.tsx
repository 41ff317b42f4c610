import { PRODUCT } from '@app/contracts/product.ts'
import { useEffect, useRef } from 'react'

interface ScreenTitleProps {
  readonly text: string
  /** For the window's title, if it differs from the heading. */
  readonly screen?: string
  readonly className?: string
}

let screensShown = 0

/** Takes the focus after a change of screen, so that screen readers announce it. Not on the first load. */
export function ScreenTitle({ text, screen = text, className = '' }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${screen} · ${PRODUCT.name}`
    screensShown += 1
    if (screensShown === 1) return
    // Arrows in the list of profiles change the screen, and go on from there.
    if (document.activeElement?.tagName !== 'SELECT') heading.current?.focus({ preventScroll: true })
    const announcer = document.getElementById('announcer')
    if (announcer) announcer.textContent = text
  }, [screen, text])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {text}
    </h1>
  )
}
