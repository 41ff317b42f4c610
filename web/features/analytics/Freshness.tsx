import { ageSeconds, LATE_SECONDS, type AnsweredFigures } from './freshness.ts'
import { useNow } from '../../ui/use-now.ts'

export function Freshness(answered: AnsweredFigures) {
  const age = ageSeconds(answered, useNow())
  if (age === null)
    return <span className="font-semibold text-warning">Pueden faltar los datos más recientes</span>
  const seconds = Math.max(Math.ceil(age), 1)
  if (age <= LATE_SECONDS) return <>actualizado hace {seconds} s</>
  return <span className="font-semibold text-warning">Los datos van {seconds} s atrasados</span>
}
