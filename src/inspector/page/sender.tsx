import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RouteDetails } from '../page-data.js'
import { showTime } from './figures-text.js'
import { type Answer, addressOf, type Draft, draftOf, leavesRoute, sendDraft } from './send-request.js'

/** Methods that browsers do not send. */
const unsent: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** A form that sends a request of the route, filled in from its schemas. */
export function Sender({ details: { route, sample }, onSent }: { details: RouteDetails; onSent: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(sample))
  const [sending, setSending] = useState<AbortController | null>(null)
  const [answer, setAnswer] = useState<Answer | { readonly failure: string } | null>(null)
  const latest = useRef<AbortController | null>(null)
  useEffect(() => () => latest.current?.abort(), [])

  const { method } = route
  if (unsent.has(method)) return <p class="none">A browser cannot send {method}.</p>
  const url = addressOf(sample, draft)
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const onSubmit = async (event: Event) => {
    event.preventDefault()
    if (leavesRoute(url)) {
      setAnswer({ failure: 'A parameter is "." or "..", which browsers do not send.' })
      return
    }
    const controller = new AbortController()
    latest.current = controller
    setSending(controller)
    setAnswer(null)
    const got = await sendDraft(method, url, draft, controller.signal).catch((error: unknown) => ({
      failure: controller.signal.aborted ? 'Stopped before the answer was complete.' : String(error),
    }))
    setAnswer(got)
    setSending(null)
    onSent()
  }

  return (
    <form class="sender" onSubmit={onSubmit}>
      <p class="address">
        <span class="method" data-method={method}>
          {method}
        </span>{' '}
        <code>{url}</code>
      </p>
      {Object.entries(draft.params).map(([name, value]) => (
        <Field key={name} name={name === '*' ? 'rest of the path' : `:${name}`}>
          <input
            value={value}
            spellcheck={false}
            onInput={({ currentTarget }) => change({ params: { ...draft.params, [name]: currentTarget.value } })}
          />
        </Field>
      ))}
      <Field name="query">
        <input
          value={draft.query}
          spellcheck={false}
          placeholder="name=value&amp;…"
          onInput={({ currentTarget }) => change({ query: currentTarget.value })}
        />
      </Field>
      <Field name="headers">
        <textarea
          rows={Math.min(6, draft.headers.split('\n').length + 1)}
          value={draft.headers}
          spellcheck={false}
          placeholder="authorization: Bearer …"
          onInput={({ currentTarget }) => change({ headers: currentTarget.value })}
        />
      </Field>
      {method !== 'GET' && method !== 'HEAD' && (
        <Field name="body">
          <textarea
            rows={Math.min(12, draft.body.split('\n').length + 1)}
            value={draft.body}
            spellcheck={false}
            onInput={({ currentTarget }) => change({ body: currentTarget.value })}
          />
        </Field>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={draft.withCookies}
          onChange={({ currentTarget }) => change({ withCookies: currentTarget.checked })}
        />{' '}
        with the cookies of this browser
      </label>
      <p>
        <button type="submit" class="send" disabled={sending !== null}>
          Send {method}
        </button>
        {sending !== null && (
          <button type="button" class="plain" onClick={() => sending.abort()}>
            Stop
          </button>
        )}
      </p>
      <div role="status">
        {answer !== null &&
          ('failure' in answer ? <p class="bad">{answer.failure}</p> : <AnswerText answer={answer} />)}
      </div>
    </form>
  )
}

function Field({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each child is a field
    <label class="field">
      <span>{name}</span>
      {children}
    </label>
  )
}

function AnswerText({ answer }: { answer: Answer }) {
  const { status, statusText, time, headers, body, isCut } = answer
  return (
    <div class="answer">
      <p>
        <b class="status" data-failed={status >= 500}>
          {status} {statusText}
        </b>{' '}
        in {showTime(time)}
      </p>
      <details>
        <summary>{headers.length} headers</summary>
        <pre>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      {body === '' ? <p class="none">No body.</p> : <pre class="answer-body">{body}</pre>}
      {isCut && <p class="none">The rest of the body is not shown.</p>}
    </div>
  )
}
