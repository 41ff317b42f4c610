import { ArrowDownRight, ArrowUpRight, Minus, Sparkle } from 'lucide-react'
import { deltaSentence, type Delta } from './delta.ts'

interface KpiDeltaProps {
  readonly delta: Delta
  readonly days: number
}

const LOOKS = {
  new: { Icon: Sparkle, colour: 'text-accent' },
  up: { Icon: ArrowUpRight, colour: 'text-success' },
  down: { Icon: ArrowDownRight, colour: 'text-danger' },
  level: { Icon: Minus, colour: 'text-ink-2' },
} as const

/** Arrow, amount and words: colour alone is not accessible. */
export function KpiDelta({ delta, days }: KpiDeltaProps) {
  const isNew = delta.kind === 'new'
  const { Icon, colour } = LOOKS[isNew ? 'new' : delta.direction]
  return (
    <p className="mt-px flex items-center gap-1.5 text-micro text-ink-3 tabular-nums">
      <span className="sr-only">{deltaSentence(delta, days)}</span>
      <span aria-hidden="true" className={`flex flex-none items-center gap-0.5 font-[650] ${colour}`}>
        <Icon size={14} strokeWidth={2.4} />
        <span>{isNew ? 'Nuevo' : delta.amount}</span>
      </span>
      <span aria-hidden="true" className="hidden truncate @min-[15rem]:inline">
        vs. período anterior
      </span>
      <span aria-hidden="true" className="truncate @min-[15rem]:hidden">
        vs. anterior
      </span>
    </p>
  )
}
