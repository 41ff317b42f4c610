import { useEffect, useState } from 'react'

const SPOKEN_EVERY_MS = 60_000

/** The same text, changing at most once a minute, for regions that are read out. */
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
