import { countLabel } from '../../../ui/wording/figures.ts'

export const ClickCount = ({ clicks }: { readonly clicks: number }) => (
  <span className="text-small whitespace-nowrap text-ink-2 tabular-nums">
    <b className="font-[650] text-ink">{countLabel(clicks)}</b>
    <span> </span>
    <span>{clicks === 1 ? 'clic' : 'clics'}</span>
  </span>
)
