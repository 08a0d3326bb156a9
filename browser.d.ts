// Types for the scripts in src/byways/table/pages/static: elements of the templates, events, and the parts of htmx that they use.

type Point = [x: number, y: number];

/** An event of a game as the page plays it: `AnimationStep` in src/byways/table/pages/steps.py. */
interface Step {
  number: number;
  text: string;
  seat?: number;
  token?: number | "best";
  pieces?: string[];
  moves?: Way[];
  turns?: [piece: string, degrees: number][];
  banner?: boolean;
  pause?: boolean;
  marked?: boolean;
  by_chance?: boolean;
  show?: number;
}
type Flight = [href: string, start: string, end: string, copies: number];
type Counting = [piece: string, before: number, after: number];
/** How the drawing of a scene comes about: `Motion` in src/byways/table/pages/shows.py. */
interface Motion extends Step {
  flights?: Flight[];
  counts?: Counting[];
}
type Way = [piece: string, points: Point[]];

/** Pages consist of HTML and SVG, so every element has a dataset and a style, and can be focused. */
interface Element extends HTMLOrSVGElement, ElementCSSInlineStyle {}
interface SVGGraphicsElement {
  /** Not null, because the boards are always rendered. */
  getScreenCTM(): DOMMatrix;
}
type With<Names extends string, Kind = HTMLElement> = Kind & { readonly dataset: Record<Names, string> };

/** Elements by their ids, which tests/table/pages/test_assets.py compares with the pages. An element that a page can lack may be null. */
interface Parts {
  about: With<"ask">;
  act: HTMLElement;
  acts: HTMLElement;
  advice: HTMLElement;
  alerts: With<"title" | "icon">;
  at: With<"words">;
  banner: HTMLElement;
  board: HTMLElement;
  caption: HTMLElement;
  error: HTMLElement;
  fold: HTMLButtonElement;
  "go-on": HTMLButtonElement;
  interval: HTMLElement;
  "interval-said": HTMLElement;
  lesson: HTMLElement | null;
  "lesson-back": HTMLButtonElement;
  "lesson-next": HTMLButtonElement;
  "lesson-onward": HTMLElement | null;
  "lesson-page": HTMLElement;
  line: HTMLElement;
  links: HTMLDetailsElement | null;
  missed: With<"ask">;
  moment: HTMLInputElement;
  moments: With<"acts" | "past">;
  mute: HTMLButtonElement;
  nearest: HTMLElement | null;
  newest: HTMLInputElement;
  next: With<"ask"> | null;
  notify: With<"icon"> | null;
  of: HTMLSelectElement | null;
  past: HTMLElement;
  peek: HTMLButtonElement;
  prompt: HTMLElement;
  run: HTMLButtonElement;
  said: HTMLOListElement & { readonly parentElement: HTMLElement; readonly lastElementChild: HTMLLIElement | null };
  say: (HTMLFormElement & { getAttribute(name: "hx-post"): string }) | null;
  settings: HTMLDetailsElement;
  scenes: HTMLElement;
  show: With<"ask">;
  "show-again": HTMLButtonElement;
  "show-ask": HTMLElement;
  "show-next": With<"on", HTMLButtonElement>;
  "show-says": HTMLElement;
  "show-skip": With<"choose", HTMLButtonElement>;
  sound: HTMLButtonElement;
  speak: HTMLFormElement & { readonly elements: { text: HTMLInputElement } };
  speed: HTMLSelectElement;
  stage: HTMLElement;
  steps: With<"seat">;
  table: HTMLElement & { getAttribute(name: "hx-sse:connect"): string };
  talk: HTMLElement;
  "talk-close": HTMLButtonElement;
  "talk-toggle": HTMLButtonElement;
  theme: HTMLSelectElement | null;
  turn: HTMLInputElement;
  unread: With<"words">;
  zoom: HTMLElement;
}

type PartOf<Id extends string> = Id extends keyof Parts
  ? Parts[Id]
  : Id extends `board-${string}`
    ? SVGGraphicsElement | null
    : HTMLElement | null;

/** Elements by selectors. */
interface Found {
  "[data-copy]": With<"copy" | "copied">;
  "#advice [data-acted]": With<"acted">;
  "#advice li": With<"choices", HTMLLIElement>;
  "#advice li.picked": With<"choices", HTMLLIElement>;
  "[data-most]": With<"most", HTMLButtonElement | HTMLOptionElement>;
  "[data-play]": With<"play", HTMLButtonElement>;
  "[data-points]": With<"points">;
  "[data-share]": With<"share" | "title", HTMLButtonElement>;
  "[data-show]": With<"show", HTMLButtonElement>;
  "[data-watch]": With<"watch", HTMLButtonElement>;
  "[data-when]": With<"when">;
  "[data-zoom]": With<"zoom", SVGGraphicsElement>;
  ".scene": With<"number" | "motion">;
  ".games form": HTMLFormElement & { readonly elements: { game: HTMLInputElement } & Partial<Record<"players" | "others" | "preset", HTMLSelectElement>> };
  ".games article": HTMLElement;
  ".offer": HTMLElement;
  ".over": HTMLDetailsElement;
  ".over[open]": HTMLDetailsElement;
  "#act .offers": HTMLElement;
  "#act .words": With<"begin" | "board"> & { readonly dataset: { act?: string } };
  "[data-offer]": With<"offer">;
  "[data-try]": With<"try">;
  "#board > svg": SVGSVGElement;
  "#course [data-begin]": With<"begin" | "seat", SVGElement>;
  "#history li": With<"end" | "pieces" | "round" | "after">;
  "#judged li": With<"begin" | "seat">;
  "#links [data-free]": With<"free">;
  "#past .then > svg": SVGSVGElement;
  "#reactions button": HTMLButtonElement;
  "#seats [data-colour]": With<"colour" | "name">;
  "#stage [data-zoom]": With<"zoom", SVGElement>;
  "#stage svg": SVGSVGElement;
  "details.drawer[open]": HTMLDetailsElement;
  "li:not(.mine)": HTMLLIElement;
  "time[data-deadline]": With<"deadline" | "hours">;
  "time[data-left]": With<"left" | "now" | "minutes" | "hours">;
}
/** Selectors of elements that are always there. */
interface Given {
  "#past .moment [role]": HTMLElement;
  "#stage > svg": SVGSVGElement;
  "link[rel=icon]": HTMLLinkElement & { getAttribute(name: "href"): string };
  main: With<"act" | "attempt" | "mine" | "page" | "thinking">;
}
interface ParentNode {
  querySelector<Selector extends keyof Given>(selector: Selector): Given[Selector];
  querySelector<Selector extends keyof Found>(selector: Selector): Found[Selector] | null;
  querySelectorAll<Selector extends keyof Found>(selector: Selector): NodeListOf<Found[Selector]>;
}
interface Element {
  closest<Selector extends keyof Found>(selector: Selector): Found[Selector] | null;
}

interface Document {
  getElementById<Id extends string>(id: Id): PartOf<Id>;
  /** Events that reach the document come from elements. */
  addEventListener<Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: FromElement<DocumentEventMap[Type]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
}
type FromElement<Kind> = Kind & { readonly target: Element };

/** A stream of `hx-sse`, which does not document these members: `check_used` in hatch_build.py makes sure that they exist. */
interface Connection {
  visibilityHandler(): void;
  delayCanceller?: (() => void) | null;
  reader?: { cancel(): void } | null;
}
interface DocumentEventMap {
  "byways:missed": CustomEvent<{ target: Element; x: number; y: number; isTap: boolean }>;
  "byways:meant": CustomEvent<{ choice: string }>;
  "byways:pressed": Event;
  "byways:released": Event;
  talk: CustomEvent<{ data: string }>;
  "htmx:after:swap": CustomEvent;
  "htmx:before:request": CustomEvent;
  "htmx:after:request": CustomEvent<{ ctx: { response?: { status: number } } }>;
  "htmx:error": CustomEvent;
  "htmx:response:error": CustomEvent;
  "htmx:sse:before:connection": CustomEvent<{ connection: Connection }>;
  "htmx:sse:after:connection": CustomEvent<{ connection?: Connection }>;
  "htmx:sse:error": CustomEvent<{ connection?: Connection }>;
  "htmx:sse:before:message": CustomEvent<{
    connection: Connection;
    message: { event: string; data: string };
    waitUntil(shown: Promise<void>): void;
  }>;
}
declare const htmx: {
  ajax(method: string, path: string, how: { source: Element; values?: Record<string, string> }): Promise<void>;
  swap(how: { sourceElement: Element; target: Element; swap: string; text: string }): Promise<void>;
};

/** The names in "pointerdown pointermove". */
type Names<Text extends string> = Text extends `${infer Name} ${infer Others}` ? Name | Names<Others> : Text;
