import { useEffect, useState } from 'react'

const LATE_SECONDS = 10

interface FreshnessProps {
  /** Null when it cannot be told. */
  readonly lagSeconds: number | null
  readonly answeredAtMs: number
}

/** How old the figures are: what the read side lags behind, and how long ago it answered. */
export function Freshness({ lagSeconds, answeredAtMs }: FreshnessProps) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (lagSeconds === null)
    return <span className="font-semibold text-warning">Pueden faltar los datos más recientes</span>
  const age = lagSeconds + Math.max(nowMs - answeredAtMs, 0) / 1_000
  const seconds = Math.max(Math.ceil(age), 1)
  if (age <= LATE_SECONDS) return <>actualizado hace {seconds} s</>
  return <span className="font-semibold text-warning">Los datos van {seconds} s atrasados</span>
}
