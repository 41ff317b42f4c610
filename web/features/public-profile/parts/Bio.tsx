/** Six lines on a phone. Anything shorter is shown whole; longer texts are cut to four, or they push the links away. */
const CHARS_SHOWN_WHOLE_MAX = 260
const LINES_SHOWN_WHOLE_MAX = 6

export function Bio({ text }: { text: string }) {
  if (text === '') return null
  const long = text.length > CHARS_SHOWN_WHOLE_MAX || text.split('\n').length > LINES_SHOWN_WHOLE_MAX
  return (
    <>
      <p className="bio">{text}</p>
      {long && (
        // Opens without JavaScript: the style sheet cuts the text while this is closed.
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
