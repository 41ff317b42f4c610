import { countLabel } from '../../../ui/wording/figures.ts'
import { hoursText, WEEKDAY_LABELS, type Heatmap } from './heatmap.ts'

/** For screen readers. The wrapper hides it, because a table never gets narrower than its content. */
export function HeatTable({ heatmap, caption }: { readonly heatmap: Heatmap; readonly caption: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Hora</th>
            {WEEKDAY_LABELS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heatmap[0]?.map((_visits, hour) => (
            <tr key={hour}>
              <th scope="row">{hoursText(hour)}</th>
              {heatmap.map((hours, weekday) => (
                <td key={weekday}>{countLabel(hours[hour] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
