// Draws /openapi.json. Every text goes in as text, never as markup.
const main = document.getElementById('calls')
const index = document.getElementById('index')
const find = document.getElementById('find')

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.filter((child) => child != null))
  return made
}

/** A JSON schema as the shape a reader expects, with types in place of values. */
function shape(schema, depth = 0) {
  if (schema == null || typeof schema !== 'object') return 'any'
  if (schema.$ref) return schema.$ref.split('/').at(-1)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf || schema.oneOf) {
    const options = (schema.anyOf ?? schema.oneOf).map((one) => shape(one, depth + 1))
    const structured = options.find((one) => typeof one === 'object')
    return structured ?? [...new Set(options)].join(' | ')
  }
  if (schema.allOf) return shape(schema.allOf[0], depth)
  if (schema.properties && depth < 8) {
    const needed = new Set(schema.required ?? [])
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [needed.has(name) ? name : `${name}?`, shape(one, depth + 1)]),
    )
  }
  if (schema.prefixItems) return schema.prefixItems.map((one) => shape(one, depth + 1))
  if (schema.type === 'array') return [shape(schema.items, depth + 1)]
  const bounds = [
    schema.minimum != null && schema.minimum > -1e15 ? `>= ${schema.minimum}` : null,
    schema.maximum != null && schema.maximum < 1e15 ? `<= ${schema.maximum}` : null,
    schema.maxLength != null ? `at most ${schema.maxLength}` : null,
  ].filter(Boolean)
  return [schema.type ?? 'any', ...bounds].join(', ')
}

const block = (schema) => element('pre', { tabindex: '0' }, JSON.stringify(shape(schema), null, 2))

function parameterTable(parameters) {
  const rows = parameters.map(({ name, in: place, required, schema }) =>
    element(
      'tr',
      {},
      element('td', {}, element('code', {}, name)),
      element('td', {}, place),
      element('td', {}, required ? 'yes' : ''),
      element('td', {}, String(shape(schema))),
    ),
  )
  const head = element('tr', {}, ...['name', 'in', 'needed', 'type'].map((text) => element('th', { scope: 'col' }, text)))
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows))
}

function drawCall(path, method, call) {
  const body = Object.entries(call.requestBody?.content ?? {})[0]
  const answer = Object.entries(call.responses['200'].content ?? {})[0]
  const details = element(
    'details',
    { id: call.operationId },
    element('summary', {}, element('b', {}, method.toUpperCase()), element('code', {}, path), element('span', {}, call.summary)),
    element(
      'div',
      {},
      element('p', {}, call.description),
      call.parameters.length ? element('h3', {}, 'Parameters') : null,
      call.parameters.length ? parameterTable(call.parameters) : null,
      body ? element('h3', {}, `Body (${body[0]})`) : null,
      body ? block(body[1].schema) : null,
      element('h3', {}, answer ? `Answer (${answer[0]})` : 'Answer: nothing'),
      answer ? block(answer[1].schema) : null,
    ),
  )
  details.dataset.words = `${path} ${call.operationId} ${call.summary}`.toLowerCase()
  return details
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (named instanceof HTMLDetailsElement) {
    named.open = true
    named.scrollIntoView()
  }
}

function filter() {
  const wanted = find.value.trim().toLowerCase()
  for (const details of main.querySelectorAll('details')) details.hidden = !details.dataset.words.includes(wanted)
  for (const section of main.querySelectorAll('section')) section.hidden = !section.querySelector('details:not([hidden])')
  for (const link of index.querySelectorAll('a')) link.hidden = document.getElementById(link.hash.slice(1))?.hidden ?? false
}

try {
  const answer = await fetch('/openapi.json')
  const spec = await answer.json()
  const groups = new Map()
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const tag = call.tags[0]
      if (!groups.has(tag)) groups.set(tag, [])
      groups.get(tag).push([path, method, call])
    }
  }
  main.replaceChildren(element('p', {}, spec.info.description))
  const parts = element('section', {}, element('h2', {}, 'Shared parts'))
  for (const [tag, calls] of groups) {
    index.append(
      element('h2', {}, tag),
      ...calls.map(([, , call]) => element('a', { href: `#${call.operationId}`, title: call.summary }, call.operationId.split('.')[1])),
    )
    main.append(element('section', {}, element('h2', {}, tag), ...calls.map((call) => drawCall(...call))))
  }
  // What several calls share stands by its name in them.
  for (const [name, schema] of Object.entries(spec.components.schemas)) {
    const details = element('details', { id: name }, element('summary', {}, element('code', {}, name)), element('div', {}, block(schema)))
    details.dataset.words = name.toLowerCase()
    parts.append(details)
  }
  main.append(parts)
  find.addEventListener('input', filter)
  addEventListener('hashchange', openNamed)
  openNamed()
} catch {
  main.replaceChildren(element('p', { role: 'alert' }, 'The description of the calls could not be read.'))
}
