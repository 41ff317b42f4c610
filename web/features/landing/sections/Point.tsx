interface PointProps {
  readonly lead: string
  readonly children: string
}

/** A sentence in two lines: the colon between them is only read out, and the second starts with a capital. */
export function Point({ lead, children }: PointProps) {
  return (
    <>
      <b>
        {lead}
        <span className="sr-only">: </span>
      </b>
      <span className="l-rest">{children}</span>
    </>
  )
}
