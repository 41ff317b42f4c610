export interface FigureNote {
  readonly term: string
  /** Undefined where another note of the same help says it for all. */
  readonly text?: string
}

export function HelpNote({ term, text }: FigureNote) {
  return (
    <p className="border-t border-line pt-1.5">
      <b className="block font-semibold text-ink tabular-nums">{term}</b>
      {text}
    </p>
  )
}
