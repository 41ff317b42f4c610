import { useEffect, useState } from 'react'
import { LoadingNotice } from './LoadingNotice.tsx'

const SLOW_MS = 8_000

export function Loading() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return <LoadingNotice slow={slow} onReload={() => window.location.reload()} />
}
