import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml, markup } from './html.ts'

test('values are inserted as text, in content and in attributes', () => {
  const name = `<script>alert("1")</script> & 'co'`
  expect(markup`<p title="${name}">${name} ${7}</p>`.text).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39; 7</p>',
  )
})

test('HTML inserted into HTML stays unchanged, one piece or several', () => {
  const rows = ['a', '<b>'].map((text) => markup`<li>${text}</li>`)
  expect(markup`<ul>${rows}</ul>${markup`<br>`}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><br>')
})

const letter = fc.oneof(
  fc.constantFrom(...`<>"'&;#039ampltgquo`),
  fc.nat({ max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point)),
)

test('no text can open a tag, close an attribute or begin an entity', () => {
  fc.assert(
    fc.property(fc.string({ unit: letter }), (text) => {
      const escaped = escapeHtml(text)
      expect(escaped).not.toMatch(/[<>"']/)
      expect(escaped.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
    }),
    { seed: Number(process.env.TEST_SEED) },
  )
})
