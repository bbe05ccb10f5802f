// Pictures and films of the view.

import { download } from "./inspector";
import type { Stage } from "./stage";

export class Output {
  private film: MediaRecorder | null = null;
  /** The last picture or film, for whoever looks. */
  made: { name: string; type: string; size: number } | null = null;

  constructor(private readonly stage: Stage, private readonly name: () => string) {}

  private give(suffix: string, content: Blob): void {
    const name = (this.name() || "stiction") + suffix;
    this.made = { name, type: content.type, size: content.size };
    download(name, content);
  }

  png(): void {
    this.stage.render();
    this.stage.renderer.domElement.toBlob((b) => b && this.give(".png", b), "image/png");
  }

  get filming(): boolean {
    return this.film !== null;
  }

  /** Starts a film, or ends it and hands it over. */
  toggle(): void {
    if (this.film) {
      this.film.stop();
      this.film = null;
      return;
    }
    const type = ["video/webm;codecs=vp8", "video/webm", "video/mp4"].find((t) => MediaRecorder.isTypeSupported(t));
    const film = new MediaRecorder(this.stage.renderer.domElement.captureStream(30), { mimeType: type, videoBitsPerSecond: 8e6 });
    const parts: Blob[] = [];
    film.ondataavailable = (e) => parts.push(e.data);
    film.onstop = () => this.give(film.mimeType.includes("mp4") ? ".mp4" : ".webm", new Blob(parts, { type: film.mimeType }));
    film.start();
    this.film = film;
  }
}
