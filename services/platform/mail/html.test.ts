import { expect, test } from 'vitest'
import { markup } from './html.ts'

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
