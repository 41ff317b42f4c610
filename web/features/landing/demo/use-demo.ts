import { useCallback, useEffect, useState } from 'react'
import { fetchDemoPage, type DemoPage } from './demo-page.ts'

export interface Demo {
  readonly status: 'loading' | 'failed' | 'ready'
  readonly page: DemoPage | undefined
  readonly reload: () => void
}

const FETCH_MS_MAX = 15_000

/** Fetched once for the phone and the dialog, after the screen has been drawn. */
export function useDemo(): Demo {
  const [page, setPage] = useState<DemoPage>()
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let left = false
    const show = (found: DemoPage | undefined) => {
      if (left) return
      setPage(found)
      setFailed(found === undefined)
    }
    fetchDemoPage(AbortSignal.timeout(FETCH_MS_MAX)).then(show, () => show(undefined))
    return () => {
      left = true
    }
  }, [attempt])
  const reload = useCallback(() => {
    setFailed(false)
    setAttempt((before) => before + 1)
  }, [])
  const status = page ? 'ready' : failed ? 'failed' : 'loading'
  return { status, page, reload }
}
