import type { Life } from '@app/contracts/api/admin/life-calls.ts'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { LifeColumn, SCROLLS } from './LifeColumn.tsx'
import { figuresAfter, shownFigures, type ShownFigure } from './life.ts'

interface FiguresColumnProps {
  readonly life: Life
  readonly index: number
  readonly isOpen: boolean
}

/** Figures right after the event, with what it changed. */
export function FiguresColumn({ life, index, isOpen }: FiguresColumnProps) {
  const shown = shownFigures(figuresAfter(life, index + 1), figuresAfter(life, index))
  const { totals, networks, reasons, changes } = shown
  const sum = (some: readonly ShownFigure[]) => some.reduce((all, { count }) => all + count, 0)
  const most = Math.max(1, ...networks.map(({ count }) => count))
  return (
    <LifeColumn
      title="Cifras después de este evento"
      note={changes === 0 ? 'Sin cambios' : countedText(changes, 'cambio', 'cambios')}
      isOpen={isOpen}
    >
      <div className={`pb-4 tabular-nums ${SCROLLS}`} tabIndex={0} role="group" aria-label="Cifras">
        <dl>
          {totals.map((figure) => (
            <Figure key={figure.id} {...figure} isLarge />
          ))}
        </dl>
        <Heading text="Clics por enlace" count={sum(networks)} />
        <dl>
          {networks.map((figure) => (
            <Figure key={figure.id} {...figure} fraction={figure.count / most} />
          ))}
        </dl>
        <Heading text="No cuentan" count={sum(reasons)} />
        <dl>
          {reasons.map((figure) => (
            <Figure key={figure.id} {...figure} />
          ))}
        </dl>
      </div>
    </LifeColumn>
  )
}

const Heading = ({ text, count }: { readonly text: string; readonly count: number }) => (
  <h3 className="life-heading mt-1.5 flex justify-between border-t border-line text-micro font-semibold tracking-normal text-ink-3">
    <span>{text}</span>
    <span>{countLabel(count)}</span>
  </h3>
)

interface FigureProps extends ShownFigure {
  readonly isLarge?: boolean
  readonly fraction?: number
}

const Figure = ({ name, value, change, isLarge = false, fraction }: FigureProps) => (
  <div
    className={`life-figure grid items-center gap-2 px-[18px] ${isLarge ? 'is-large min-h-10 text-nav' : 'text-small'} ${change ? 'life-edge bg-accent-soft' : ''}`}
  >
    <dt className="flex items-center gap-2 text-ink-2">
      <span className="min-w-0 flex-1">{name}</span>
      {fraction !== undefined && (
        <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-surface-3">
          <i
            className={`block h-full rounded-full ${change ? 'bg-accent' : 'bg-line-strong'}`}
            style={{ width: `${fraction * 100}%` }}
          />
        </span>
      )}
    </dt>
    <dd className="text-right">
      {change && (
        <s className="mr-2 text-small text-ink-2">
          <span className="sr-only">antes </span>
          <span>{change.before}</span>
        </s>
      )}
      <b className={isLarge ? 'font-[650]' : 'font-semibold'}>{value}</b>
    </dd>
    <dd className="text-right text-micro font-[650] whitespace-nowrap text-accent">{change?.delta}</dd>
  </div>
)
