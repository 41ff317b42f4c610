import { useLayoutEffect, type RefObject } from 'react'

/**
 * Gives the style sheet `--above`, where list and sheet begin in the window: beside the list the sheet ends with the
 * window, wherever the page is scrolled to.
 */
export function useWindowRoom(sheet: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style, parentElement: both } = sheet.current!
    const measure = () => style.setProperty('--above', `${both!.getBoundingClientRect().top}px`)
    measure()
    window.addEventListener('scroll', measure)
    return () => window.removeEventListener('scroll', measure)
  })
}
