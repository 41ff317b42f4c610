interface CounterProps {
  readonly length: number
  readonly charsMax: number
  /** Else it shows while the field has the focus, or nears its limit. */
  readonly always: boolean
}

const NEAR = 0.8

export function Counter({ length, charsMax, always }: CounterProps) {
  const shows = always || length > charsMax * NEAR
  return (
    <span
      className={`text-micro tabular-nums ${length > charsMax ? 'font-semibold text-danger' : 'text-ink-3'} ${shows ? '' : 'opacity-0 group-focus-within:opacity-100'}`}
    >
      {length} de {charsMax}
      <span className="sr-only"> caracteres</span>
    </span>
  )
}
