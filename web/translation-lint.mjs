// A rule for oxlint. A browser that translates a page replaces each text by elements of its own. React then fails when it
// inserts something before that text, or removes it; the element around a text is left alone.
const MESSAGE = 'A text beside something that comes or goes stands in an element of its own.'

const isBlank = (child) =>
  child.type === 'JSXText'
    ? child.value.trim() === '' && /\n|^$/.test(child.value)
    : child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'

const isElement = ({ type }) => type === 'JSXElement' || type === 'JSXFragment'

const isList = ({ type, callee }) =>
  type === 'CallExpression' && /^(?:flatMap|map)$/.test(callee.property?.name ?? '')

const comesOrGoes = ({ type, expression }) =>
  type === 'JSXExpressionContainer' &&
  (expression.type === 'ConditionalExpression' ||
    expression.type === 'LogicalExpression' ||
    isList(expression))

/** What these names and functions give are elements. */
const ELEMENTS =
  /^(?:actions|cell|children|commandMenu|empty|expediente|filters|icon|list|openCard|period|pill|requests|sign|status)$/

function mayBeText(expression) {
  const { type } = expression
  if (ELEMENTS.test((expression.callee ?? expression.property ?? expression).name)) return false
  if (type === 'ConditionalExpression')
    return mayBeText(expression.consequent) || mayBeText(expression.alternate)
  if (type === 'LogicalExpression') return mayBeText(expression.right)
  if (type === 'Literal') return expression.value !== null && typeof expression.value !== 'boolean'
  return !isElement(expression) && expression.name !== 'undefined' && !isList(expression)
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

/** A component chosen as it is drawn, or by what uses this one: another one takes the place of its element. */
function chosenName({ type, id, init, key, value }) {
  if (type === 'Property')
    return value.type === 'Identifier' && value.name !== key.name ? value.name : undefined
  return init && init.type !== 'ArrowFunctionExpression' ? id.name : undefined
}

/** A component that gives a text leaves it beside what nobody sees here. */
const isComponent = ({ type, id, parent }) =>
  type === 'FunctionDeclaration'
    ? /^[A-Z]/.test(id?.name ?? '')
    : parent.type === 'VariableDeclarator' && /^[A-Z]/.test(parent.id.name ?? '')

/** Calls and names of elements aside, which nobody can tell from texts here. */
const isGivenText = (given) =>
  given.type === 'ConditionalExpression'
    ? isGivenText(given.consequent) || isGivenText(given.alternate)
    : given.type === 'LogicalExpression'
      ? isGivenText(given.right)
      : /^(?:TemplateLiteral|Literal|Identifier|MemberExpression)$/.test(given.type) && mayBeText(given)

/** One of a list, where others are elements. */
const isAmongElements = (given, from) =>
  isList(from.parent) &&
  given.type === 'ConditionalExpression' &&
  (isElement(given.consequent) || isElement(given.alternate))

function functionAround(node) {
  for (let at = node.parent; at; at = at.parent) if (/Function/.test(at.type)) return at
  return undefined
}

const ownElement = {
  meta: { type: 'problem', fixable: 'code' },
  create(context) {
    const chosen = new Set()
    const choose = (node) => chosen.add(chosenName(node))
    const changes = (child) =>
      comesOrGoes(child) || (child.type === 'JSXElement' && chosen.has(child.openingElement.name.name))
    const report = (node) =>
      context.report({
        node,
        message: MESSAGE,
        fix: (fixer) => fixer.replaceText(node, inOwnElement(node, context.sourceCode)),
      })
    const check = (node) => {
      const children = node.children.filter((child) => !isBlank(child))
      const isBeside = node.type === 'JSXFragment' || (children.length > 1 && children.some(changes))
      for (const child of children) if (isText(child) && isBeside) report(child)
    }
    const checkGiven = (given, from) => {
      if (given && (isComponent(from) || isAmongElements(given, from)) && isGivenText(given))
        context.report({ node: given, message: MESSAGE })
    }
    return {
      VariableDeclarator: choose,
      Property: choose,
      JSXElement: check,
      JSXFragment: check,
      ReturnStatement: (node) => {
        const from = functionAround(node)
        if (from) checkGiven(node.argument, from)
      },
      ArrowFunctionExpression: (node) => checkGiven(node.body, node),
    }
  },
}

export default { meta: { name: 'translation' }, rules: { 'own-element': ownElement } }
