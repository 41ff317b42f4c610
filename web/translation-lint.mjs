// A rule for oxlint. A browser that translates a page replaces each text by elements of its own. React then fails when it
// inserts something before that text, or removes it; the element around a text is left alone.
const MESSAGE = 'A text beside something that comes or goes stands in an element of its own.'

const isBlank = (child) =>
  child.type === 'JSXText'
    ? child.value.trim() === '' && /\n|^$/.test(child.value)
    : child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'

const isList = ({ type, callee }) =>
  type === 'CallExpression' && /^(?:flatMap|map)$/.test(callee.property?.name ?? '')

const comesOrGoes = ({ type, expression }) =>
  type === 'JSXExpressionContainer' &&
  (expression.type === 'ConditionalExpression' ||
    expression.type === 'LogicalExpression' ||
    isList(expression))

/** What these names and functions give are elements. */
const ELEMENTS =
  /^(?:actions|cell|children|commandMenu|expediente|filters|icon|list|period|pill|requests|sign|status)$/

function mayBeText(expression) {
  const { type } = expression
  if (ELEMENTS.test((expression.callee ?? expression.property ?? expression).name)) return false
  if (type === 'ConditionalExpression')
    return mayBeText(expression.consequent) || mayBeText(expression.alternate)
  if (type === 'LogicalExpression') return mayBeText(expression.right)
  if (type === 'Literal') return expression.value !== null && typeof expression.value !== 'boolean'
  return (
    type !== 'JSXElement' && type !== 'JSXFragment' && expression.name !== 'undefined' && !isList(expression)
  )
}

const isText = (child) =>
  child.type === 'JSXText' || (child.type === 'JSXExpressionContainer' && mayBeText(child.expression))

/** With the spaces that are shown; line breaks of the source stay outside. */
function inOwnElement(child, source) {
  const text = source.getText(child)
  if (child.type !== 'JSXText') return `<span>${text}</span>`
  const [, before, shown, after] = /^(\s*\n\s*|)([^]*?)(\s*\n\s*|)$/.exec(text)
  return `${before}<span>${shown}</span>${after}`
}

const ownElement = {
  meta: { type: 'problem', fixable: 'code' },
  create(context) {
    const check = (node) => {
      const children = node.children.filter((child) => !isBlank(child))
      if (children.length < 2) return
      for (const child of children) {
        if (!isText(child) || !children.some((other) => comesOrGoes(other))) continue
        context.report({
          node: child,
          message: MESSAGE,
          fix: (fixer) => fixer.replaceText(child, inOwnElement(child, context.sourceCode)),
        })
      }
    }
    return { JSXElement: check, JSXFragment: check }
  },
}

export default { meta: { name: 'translation' }, rules: { 'own-element': ownElement } }
