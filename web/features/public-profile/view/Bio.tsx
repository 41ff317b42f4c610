/** Texts beyond these limits are cut to four lines, so that the links stay in view. */
const CHARS_SHOWN_WHOLE_MAX = 260
const LINES_SHOWN_WHOLE_MAX = 6

export function Bio({ text }: { text: string }) {
  if (text === '') return null
  const long = text.length > CHARS_SHOWN_WHOLE_MAX || text.split('\n').length > LINES_SHOWN_WHOLE_MAX
  return (
    <>
      <p className="bio">{text}</p>
      {long && (
        // Works without JavaScript: CSS cuts the text while closed.
        <details className="more">
          <summary>
            <span className="shut">Ver más</span>
            <span className="open">Ver menos</span>
          </summary>
        </details>
      )}
    </>
  )
}
