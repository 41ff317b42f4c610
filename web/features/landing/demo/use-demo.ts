import { useCallback, useEffect, useState } from 'react'
import { fetchDemoPage, type DemoPage, type FetchedDemo } from './demo-page.ts'

export interface Demo {
  /** `missing`: the server has no such profile, so that nothing leads there. */
  readonly status: 'loading' | 'failed' | 'missing' | 'ready'
  readonly page: DemoPage | undefined
  readonly reload: () => void
}

const FETCH_MS_MAX = 15_000

/** Fetched once for the phone and the dialog, after the screen has been drawn. */
export function useDemo(): Demo {
  const [page, setPage] = useState<DemoPage>()
  const [failed, setFailed] = useState<'failed' | 'missing'>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let left = false
    const show = (found: FetchedDemo) => {
      if (left) return
      setPage(typeof found === 'string' ? undefined : found)
      setFailed(typeof found === 'string' ? found : undefined)
    }
    fetchDemoPage(AbortSignal.timeout(FETCH_MS_MAX)).then(show, () => show('failed'))
    return () => {
      left = true
    }
  }, [attempt])
  const reload = useCallback(() => {
    setFailed(undefined)
    setAttempt((before) => before + 1)
  }, [])
  return { status: page ? 'ready' : (failed ?? 'loading'), page, reload }
}
