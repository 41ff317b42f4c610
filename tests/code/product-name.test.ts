import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { sourceFiles } from '../support/source-files.ts'

test('the product’s name is in one constant and nowhere else in the code', () => {
  const files = sourceFiles(/\.(?:ts|tsx|mjs|css|html|json|sql|awk)$/)
  expect(files.length).toBeGreaterThan(200)
  const name = new RegExp(PRODUCT.name, 'i')
  const named = files.filter(({ path, text }) => path !== 'contracts/product.ts' && name.test(text))
  expect(named.map(({ path }) => path)).toEqual([])
})
