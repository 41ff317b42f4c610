interface RollingFigureProps {
  readonly value: number
  /** Only a figure that changes before the owner's eyes moves. */
  readonly isRolling: boolean
}

/** The figure before moves up and away, and leaves this one. */
export function RollingFigure({ value, isRolling }: RollingFigureProps) {
  const text = value.toLocaleString('es-CL')
  if (!isRolling) return <span>{text}</span>
  return (
    <span className="rolling" key={value}>
      <span>
        <span aria-hidden="true">{(value - 1).toLocaleString('es-CL')}</span>
        {text}
      </span>
    </span>
  )
}
