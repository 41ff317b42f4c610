import { agoText, instantText } from '../../../ui/wording/relative-time.ts'

export function CameAt({ at, nowMs }: { readonly at: string; readonly nowMs: number }) {
  const atMs = Date.parse(at)
  return (
    <time
      dateTime={at}
      title={instantText(atMs)}
      className="text-micro whitespace-nowrap text-ink-3 tabular-nums"
    >
      {agoText(atMs, nowMs)}
    </time>
  )
}
