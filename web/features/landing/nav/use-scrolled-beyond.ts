import { useSyncExternalStore } from 'react'

function onScroll(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true })
  return () => window.removeEventListener('scroll', notify)
}

export const useScrolledBeyond = (px: number): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > px,
    () => false,
  )
