import { CircleAlert, CircleCheck, X } from 'lucide-react'
import {
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createStore } from '#domain/store.ts'
import { cx } from './cx.ts'
import { dismissToast, type ShownToast, showKeptToast, toastStore } from './toast.ts'

/** How long a message stays, in milliseconds. */
const toastDuration = 5_000
/** How far a swipe must go to send a message away, in pixels. */
const swipeThreshold = 50

const inUse =
  'max-xl:in-[body:has(form:focus-within,[data-sent])]:top-4 max-xl:in-[body:has(form:focus-within,[data-sent])]:bottom-auto'

/**
 * 'Reintentar' may stand anywhere below the heading of a screen, at the right end of its panel from the rail of icons on; a button to be
 * pressed again anywhere, and beside the heading stand a screen's buttons.
 */
const besideRetry = cx(
  'max-md:in-[body:has([data-retry]):not(:has([data-ends-above]))]:top-3 max-md:in-[body:has([data-retry]):not(:has([data-ends-above]))]:bottom-auto',
  'md:in-[body:has([data-retry]):not(:has([data-retry=form],[data-ends-above]))]:right-auto md:in-[body:has([data-retry]):not(:has([data-retry=form],[data-ends-above]))]:left-28 xl:in-[body:has([data-retry]):not(:has([data-retry=form],[data-ends-above]))]:left-74',
  'in-[body:has([data-retry=form])]:bottom-auto max-xl:in-[body:has([data-retry=form])]:top-4 xl:in-[body:has([data-retry=form])]:top-23',
)

/** The places for messages that are drawn now. Messages appear in the last one, which no dialog covers. */
const places = createStore<readonly string[]>([])

/**
 * Where messages appear: once per page, and in each modal dialog, outside of which nothing can be reached. Both live regions exist from
 * the start, because screen readers only announce changes in a region that they already know.
 */
export function Toaster({ above = false }: { above?: boolean }) {
  const place = useId()
  const frame = useRef<HTMLDivElement>(null)
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null)
  const last = useSyncExternalStore(
    places.subscribe,
    () => places.get().at(-1),
    () => undefined,
  )
  const shown = last === place ? message : null
  useEffect(showKeptToast, [])
  useLayoutEffect(() => {
    places.set(above ? [...places.get(), place] : [place, ...places.get()])
    return () => places.set(places.get().filter((one) => one !== place))
  }, [place, above])
  useEffect(() => {
    // Where it is not cut off by the dialog, and stands where it stands on a page.
    if (above) frame.current?.showPopover?.()
  }, [above])
  const urgent = shown?.variant === 'destructive'
  return (
    <div
      ref={frame}
      popover={above ? 'manual' : undefined}
      data-toaster
      className={cx(
        'no-print pointer-events-none fixed inset-auto right-4 bottom-[calc(var(--foot)+1rem)] left-4 z-toast w-auto overflow-visible bg-transparent sm:right-6 sm:bottom-6 sm:left-auto sm:w-88',
        // Below 1180 px the buttons of a dialog and of a form in use reach this corner, and the cross of a dialog the one above it: a message
        // must cover none of them.
        above
          ? 'max-xl:top-4 max-xl:bottom-auto sm:max-xl:top-2 sm:max-xl:right-auto sm:max-xl:left-6 sm:max-xl:w-104 xl:in-[body:has([data-retry])]:top-23 xl:in-[body:has([data-retry])]:bottom-auto'
          : cx(inUse, besideRetry),
      )}
    >
      <div role="status" aria-live="polite" aria-atomic="true">
        {shown && !urgent && <Toast key={shown.id} toast={shown} />}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {shown && urgent && <Toast key={shown.id} toast={shown} />}
      </div>
    </div>
  )
}

function Toast({ toast }: { toast: ShownToast }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const paused = hovered || focused
  const left = useRef(toastDuration)
  const swipe = useSwipe(() => dismissToast(toast.id))

  useEffect(() => {
    if (paused || toast.retry) return
    const started = Date.now()
    const timer = setTimeout(() => dismissToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - started
    }
  }, [paused, toast.id, toast.retry])

  const urgent = toast.variant === 'destructive'
  const Icon = urgent ? CircleAlert : CircleCheck
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the message; its button sends it away.
    <div
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      {...swipe.handlers}
      style={{ transform: swipe.moved > 0 ? `translateX(${swipe.moved}px)` : undefined }}
      className={cx(
        'on-film pointer-events-auto flex animate-toast touch-pan-y items-start gap-3 rounded-panel py-3.5 pr-2 pl-4 text-white shadow-3',
        urgent ? 'bg-danger' : 'bg-toast',
      )}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5', urgent ? null : 'text-signal')} />
      <div className="min-w-0 flex-1 text-portal wrap-break-word">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-meta text-film-ink">{toast.description}</p>}
        {toast.retry && (
          <a
            href={toast.retry}
            className="-mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Reintentar
          </a>
        )}
      </div>
      <button
        type="button"
        aria-label="Cerrar aviso"
        onClick={() => dismissToast(toast.id)}
        className="-my-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-white/15"
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  )
}

/** Follows a finger to the right; past the threshold it lets go. */
function useSwipe(onAway: () => void) {
  const start = useRef<number | null>(null)
  const [moved, setMoved] = useState(0)
  const distance = (event: PointerEvent) => (start.current === null ? 0 : event.clientX - start.current)
  function end() {
    start.current = null
    setMoved(0)
  }
  return {
    moved,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) start.current = event.clientX
      },
      onPointerMove: (event: PointerEvent) => setMoved(Math.max(0, distance(event))),
      onPointerUp: (event: PointerEvent) => {
        if (distance(event) >= swipeThreshold) onAway()
        end()
      },
      onPointerCancel: end,
      onPointerLeave: end,
    },
  }
}
