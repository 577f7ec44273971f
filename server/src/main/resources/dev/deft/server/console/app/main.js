import "../ui/toast.js";
import "../ui/menu.js";
import "./console.js";
