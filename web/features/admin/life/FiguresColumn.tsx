import type { Life } from '@app/contracts/api/admin/life-calls.ts'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { figuresAfter, shownFigures, type ShownFigure } from './life.ts'

interface FiguresColumnProps {
  readonly life: Life
  readonly index: number
}

/** Figures right after the event, with what it changed. */
export function FiguresColumn({ life, index }: FiguresColumnProps) {
  const shown = shownFigures(figuresAfter(life, index + 1), figuresAfter(life, index))
  const { totals, networks, reasons, changes } = shown
  const sum = (some: readonly ShownFigure[]) => some.reduce((all, { count }) => all + count, 0)
  const most = Math.max(1, ...networks.map(({ count }) => count))
  return (
    <>
      <header>
        <h2>Cifras después de este evento</h2>
        <span>{changes === 0 ? 'Sin cambios' : countedText(changes, 'cambio', 'cambios')}</span>
      </header>
      <div className="life-figures" tabIndex={0} role="group" aria-label="Cifras">
        <dl className="is-large">
          {totals.map((figure) => (
            <Figure key={figure.id} {...figure} />
          ))}
        </dl>
        <h3>
          <span>Clics por enlace</span>
          <span>{countLabel(sum(networks))}</span>
        </h3>
        <dl>
          {networks.map((figure) => (
            <Figure key={figure.id} {...figure} fraction={figure.count / most} />
          ))}
        </dl>
        <h3>
          <span>No cuentan</span>
          <span>{countLabel(sum(reasons))}</span>
        </h3>
        <dl>
          {reasons.map((figure) => (
            <Figure key={figure.id} {...figure} />
          ))}
        </dl>
      </div>
    </>
  )
}

const Figure = ({ name, value, change, fraction }: ShownFigure & { readonly fraction?: number }) => (
  <div className={`life-figure ${change ? 'is-changed' : ''}`}>
    <dt>
      <span>{name}</span>
      {fraction !== undefined && (
        <span aria-hidden="true" className="life-bar">
          <i style={{ width: `${fraction * 100}%` }} />
        </span>
      )}
    </dt>
    <dd>
      {change && (
        <s>
          <span className="sr-only">antes </span>
          <span>{change.before}</span>
        </s>
      )}
      <b>{value}</b>
    </dd>
    <dd className="life-delta">{change?.delta}</dd>
  </div>
)
