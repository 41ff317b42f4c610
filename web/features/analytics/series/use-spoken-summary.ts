import { useEffect, useState } from 'react'

const SPOKEN_EVERY_MS = 60_000

/** Limits changes of a live region to one a minute. */
export function useSpokenSummary(text: string): string {
  const [spoken, setSpoken] = useState(text)
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (!quiet) return undefined
    const timer = setTimeout(() => setQuiet(false), SPOKEN_EVERY_MS)
    return () => clearTimeout(timer)
  }, [quiet])
  if (!quiet && spoken !== text) {
    setSpoken(text)
    setQuiet(true)
  }
  return spoken
}
