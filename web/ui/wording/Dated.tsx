const DATE = /(\d{2}-\d{2}-\d{4})/

interface DatedProps {
  readonly text: string
}

/** A text that breaks no date: browsers end a line after each hyphen. What is but an instant is a `time` element. */
export const Dated = ({ text }: DatedProps) =>
  text.split(DATE).map((part, at) => (
    <span key={at} className={at % 2 === 1 ? 'whitespace-nowrap' : undefined}>
      {part}
    </span>
  ))
