// The page of the one-time link. The link's secret stands behind `#`, which no browser sends to a server, and leaves the address at once.
const { words, language, publicKey } = JSON.parse(document.getElementById('boot').textContent)
const token = decodeURIComponent(location.hash.slice(1))
history.replaceState(null, '', location.pathname)

document.documentElement.lang = language
document.title = words.title
for (const element of document.querySelectorAll('[data-word]')) element.textContent = words[element.dataset.word]

const form = document.getElementById('form')
const fault = document.getElementById('fault')
const button = form.querySelector('button')

/** As the sign-in page does: RSA-OAEP (SHA-256) over base64 of UTF-8. */
function encrypt(password) {
  const encryptor = new globalThis.JSEncrypt()
  encryptor.setPublicKey(publicKey)
  return encryptor.encryptOAEP(btoa(String.fromCharCode(...new TextEncoder().encode(password))))
}

async function send({ password, tenantName, realName, loginName }) {
  try {
    const answer = await fetch(`/oauth/public/first-administrator?lang=${language}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantName, realName, loginName, token, password: encrypt(password) }),
    })
    if (answer.ok) return null
    const body = await answer.json()
    return answer.status === 404 ? words.gone : (Object.values(body.fields ?? {})[0] ?? body.message)
  } catch {
    return words.network
  }
}

async function submit() {
  const given = Object.fromEntries(new FormData(form))
  if (given.password !== given.again) {
    fault.textContent = words.different
    return
  }
  button.disabled = true
  button.textContent = words.busy
  fault.textContent = ''
  const said = await send(given)
  button.disabled = false
  button.textContent = words.submit
  fault.textContent = said ?? ''
  if (said == null) {
    form.hidden = true
    document.getElementById('done').hidden = false
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
